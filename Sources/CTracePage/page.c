#include "CTracePage.h"

// #embed is new in C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char style[] = {
#embed "../TracePage/Page/page.css"
};

static const unsigned char script[] = {
#embed "../TracePage/Page/text.js" suffix(, )
#embed "../TracePage/Page/events.js" suffix(, )
#embed "../TracePage/Page/session.js" suffix(, )
#embed "../TracePage/Page/reasons.js" suffix(, )
#embed "../TracePage/Page/screens.js" suffix(, )
#embed "../TracePage/Page/tables.js" suffix(, )
#embed "../TracePage/Page/inspector.js" suffix(, )
#embed "../TracePage/Page/results.js" suffix(, )
#embed "../TracePage/Page/steps.js" suffix(, )
#embed "../TracePage/Page/page.js"
};

ctracepage_text ctracepage_style(void) { return (ctracepage_text){style, sizeof style}; }

ctracepage_text ctracepage_script(void) { return (ctracepage_text){script, sizeof script}; }
