// GNU readline for Swift. Its functions are imported unchanged. Its global variables are accessed by the small
// functions below, since Swift 6 does not allow access to a mutable C global.
#pragma once
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <readline/readline.h>
#include <readline/history.h>

// MARK: Setup, before the first line

static inline void crl_set_name(const char *name) { rl_readline_name = name; }

// Turns readline's signal handlers off. The prompt has its own, and they would race.
static inline void crl_leave_signals_alone(void) {
  rl_catch_signals = 0;
  rl_catch_sigwinch = 0;
  rl_change_environment = 0;
}

// MARK: The line

static inline const char *crl_line(void) { return rl_line_buffer; }
static inline int crl_line_length(void) { return rl_end; }
static inline int crl_cursor(void) { return rl_point; }
static inline void crl_set_cursor(int offset) { rl_point = offset; }

static inline const char *crl_display_prompt(void) { return rl_display_prompt; }
// Clears the flag for the end of input. readline never clears it, and would then end every later line twice.
static inline void crl_forget_end(void) { rl_eof_found = 0; }
static inline int crl_is_searching(void) {
  return (rl_readline_state & (RL_STATE_ISEARCH | RL_STATE_NSEARCH)) != 0;
}

// Returns whether the last key found the line in the history, or vi's keys for commands are in use, so that Return enters
// the line.
static inline int crl_is_recalled(void) {
  static rl_command_func_t *const searches[] = {
    rl_reverse_search_history, rl_forward_search_history, rl_noninc_forward_search, rl_noninc_reverse_search,
    rl_noninc_forward_search_again, rl_noninc_reverse_search_again, rl_history_search_forward,
    rl_history_search_backward, rl_history_substr_search_forward, rl_history_substr_search_backward,
  };
  if (rl_get_keymap() == vi_movement_keymap) return 1;
  for (size_t index = 0; index < sizeof searches / sizeof searches[0]; index += 1) {
    if (rl_last_func == searches[index]) return 1;
  }
  return 0;
}

// MARK: The display

static inline void crl_set_redisplay(rl_voidfunc_t *redisplay) {
  rl_redisplay_function = redisplay ? redisplay : rl_redisplay;
}

// Returns whether the key that is being processed has cleared the window. readline does not report this.
static inline int crl_has_cleared(void) {
  if ((rl_readline_state & RL_STATE_DISPATCHING) == 0 || rl_executing_keymap == NULL) return 0;
  int key = rl_executing_key;
  if (key < 0 || key >= KEYMAP_SIZE || rl_executing_keymap[key].type != ISFUNC) return 0;
  rl_command_func_t *function = rl_executing_keymap[key].function;
  return function == rl_clear_screen || function == rl_clear_display;
}

// Returns whether the terminal uses the codes of ANSI X3.64 to move the cursor right and to erase. The code for one
// row up is not compared: screen and tmux declare another one, but also support this one.
static inline int crl_is_ansi(void) {
  const char *right = rl_get_termcap("nd"), *erase = rl_get_termcap("ce");
  return right != NULL && erase != NULL && strncmp(right, "\033[C", 3) == 0 && strncmp(erase, "\033[K", 3) == 0;
}

static inline void crl_set_reader(rl_getc_func_t *reader) {
  rl_getc_function = reader ? reader : rl_getc;
}

// MARK: Keys

static inline void crl_set_terminal(rl_vintfunc_t *prepare, rl_voidfunc_t *restore) {
  rl_prep_term_function = prepare ? prepare : rl_prep_terminal;
  rl_deprep_term_function = restore ? restore : rl_deprep_terminal;
}

// Sets the interrupt key of the terminal, or disables it if `key` is -1. Returns the former key.
static inline int crl_set_interrupt_key(int key) {
  int terminal = fileno(rl_instream ? rl_instream : stdin);
  struct termios modes;
  if (tcgetattr(terminal, &modes) != 0) return -1;
  int former = modes.c_cc[VINTR] == _POSIX_VDISABLE ? -1 : modes.c_cc[VINTR];
  modes.c_cc[VINTR] = key < 0 ? _POSIX_VDISABLE : (cc_t)key;
  return tcsetattr(terminal, TCSADRAIN, &modes) == 0 ? former : -1;
}

// Binds a key to a function in all keymaps, including those for keys after a prefix such as Escape or Ctrl-X.
static inline void crl_bind_key(int key, rl_command_func_t *function) {
  Keymap maps[] = {
    emacs_standard_keymap, emacs_meta_keymap, emacs_ctlx_keymap, vi_insertion_keymap, vi_movement_keymap,
  };
  for (size_t map = 0; map < sizeof maps / sizeof maps[0]; map++) rl_bind_key_in_map(key, function, maps[map]);
}

// Rebinds every key that is bound to `former`, by default or by a person's inputrc, to `replacement`.
static inline void crl_rebind(rl_command_func_t *former, rl_command_func_t *replacement) {
  Keymap maps[] = {emacs_standard_keymap, vi_insertion_keymap, vi_movement_keymap};
  for (size_t map = 0; map < sizeof maps / sizeof maps[0]; map++) {
    char **keys = rl_invoking_keyseqs_in_map(former, maps[map]);
    for (char **key = keys; key != NULL && *key != NULL; key++) {
      rl_bind_keyseq_in_map(*key, replacement, maps[map]);
      free(*key);
    }
    free(keys);
  }
}

// Rebinds a single key in the same way.
static inline void crl_rebind_key(int key, rl_command_func_t *former, rl_command_func_t *replacement) {
  Keymap maps[] = {emacs_standard_keymap, vi_insertion_keymap};
  for (size_t map = 0; map < sizeof maps / sizeof maps[0]; map++)
    if (maps[map][key].type == ISFUNC && maps[map][key].function == former)
      rl_bind_key_in_map(key, replacement, maps[map]);
}

// Binds Alt-Return, unless a person's inputrc binds it. By default, it switches to vi's keys without a word.
static inline void crl_bind_meta_return(rl_command_func_t *function) {
  const int keys[] = {'\r', '\n'};
  for (size_t index = 0; index < sizeof keys / sizeof keys[0]; index += 1)
    if (emacs_meta_keymap[keys[index]].type == ISFUNC &&
        emacs_meta_keymap[keys[index]].function == rl_vi_editing_mode)
      rl_bind_key_in_map(keys[index], function, emacs_meta_keymap);
}

// Binds Alt-E, and the keys that open an editor in bash, unless a person's inputrc binds them.
static inline void crl_bind_external_editor(rl_command_func_t *function) {
  rl_bind_keyseq_if_unbound_in_map("\\ee", function, emacs_standard_keymap);
  rl_bind_keyseq_if_unbound_in_map("\\C-x\\C-e", function, emacs_standard_keymap);
  rl_bind_key_if_unbound_in_map('v', function, vi_movement_keymap);
}

// Indicates whether the last command was a kill, so that the next kill is appended to it. readline's callback
// interface clears the flag at each key of a sequence such as Alt-D, so it is restored while a sequence is
// incomplete. The variable is exported, but not declared in a header.
extern int _rl_last_command_was_kill;
static inline int crl_last_was_kill(void) { return _rl_last_command_was_kill; }
static inline void crl_keep_last_was_kill(int was_kill) {
  if (rl_readline_state & (RL_STATE_MULTIKEY | RL_STATE_METANEXT)) _rl_last_command_was_kill = was_kill;
}

// Returns the text of the mode for `show-mode-in-prompt`; NULL if that is off.
static inline const char *crl_mode(void) {
  const char *shows = rl_variable_value("show-mode-in-prompt");
  if (shows == NULL || strcmp(shows, "on") != 0) return NULL;
  if (rl_editing_mode != 0) return rl_variable_value("emacs-mode-string");
  return rl_variable_value(rl_get_keymap() == vi_movement_keymap ? "vi-cmd-mode-string" : "vi-ins-mode-string");
}

// MARK: Output, in order with readline's own

static inline FILE *crl_output(void) { return rl_outstream ? rl_outstream : stdout; }
static inline void crl_write(const void *bytes, size_t count) {
  fwrite(bytes, 1, count, crl_output());
}
static inline void crl_flush(void) { fflush(crl_output()); }

// MARK: Completion

// Sets the functions for completion. The session splits and quotes words, so readline completes whole lines.
static inline void crl_set_completion(
    rl_completion_func_t *complete, rl_compdisp_func_t *display) {
  rl_attempted_completion_function = complete;
  rl_completion_display_matches_hook = display;
  rl_completer_word_break_characters = "";
  rl_completer_quote_characters = NULL;
  rl_basic_quote_characters = "";
}

// Sets the options of one completion. readline resets them before each attempt.
static inline void crl_set_attempt(int append_character) {
  rl_attempted_completion_over = 1;
  rl_filename_completion_desired = 0;
  rl_sort_completion_matches = 0;
  rl_ignore_completion_duplicates = 0;
  rl_completion_append_character = append_character;
  rl_completion_suppress_append = append_character == 0;
}

// Returns the type of completion: '\t' completes, '?' lists, '!' and '@' complete and list if there are several
// candidates, '%' cycles through them.
static inline int crl_completion_type(void) { return rl_completion_type; }

// MARK: Signals

// The state that a signal handler shares with the program. A handler must not allocate, since the signal may interrupt
// malloc. It is written in C, since Swift code may allocate anywhere.
struct crl_signals {
  volatile sig_atomic_t is_stop_requested;
  volatile sig_atomic_t writing_end;
};
static inline void crl_receive(struct crl_signals *shared, int signal) {
  int saved = errno;
  if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT)
    shared->is_stop_requested = 1;
  unsigned char byte = (unsigned char)signal;
  // If the pipe is full, the reader will be woken anyway.
  ssize_t written = write(shared->writing_end, &byte, 1);
  (void)written;
  errno = saved;
}
static inline int crl_is_stop_requested(const struct crl_signals *shared) {
  return shared->is_stop_requested;
}

// Sets the handler of an action. The field is a macro for a member of a union, which Swift does not import.
static inline void crl_set_handler(struct sigaction *action, void (*handler)(int), int once) {
  memset(action, 0, sizeof *action);
  sigemptyset(&action->sa_mask);
  action->sa_handler = handler ? handler : SIG_DFL;
  action->sa_flags = once ? SA_RESTART | SA_RESETHAND : SA_RESTART;
}
static inline int crl_ignores(const struct sigaction *action) {
  return action->sa_handler == SIG_IGN;
}
