// The style sheet and the script of the page that shows the events of sessions.
#pragma once

#include <stddef.h>

// A text that exists as long as the program.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} ctracepage_text;

// Returns the style sheet.
ctracepage_text ctracepage_style(void);

// Returns the parts of the script, one after another, which share one function scope.
ctracepage_text ctracepage_script(void);
