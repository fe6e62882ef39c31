#define _GNU_SOURCE
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The functions down to `keep` run in children between fork and exec. They may call only what is allowed in a signal
// handler, because other threads may have held locks.

static void run(const char *name, const char *beside, char *const words[], int input, int output, int errors) {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  int source = input >= 0 ? input : open("/dev/null", O_RDONLY);
  if (source < 0 || dup2(source, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) return;
  if (source > 2) close(source);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execvp(name, words);
  if (errno == ENOENT && beside) execv(beside, words);
}

// Sends a signal to each child of this process. Returns 0 if the list of children cannot be read.
static int signal_children(int number) {
  int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[4096];
  ssize_t count;
  pid_t child = 0;
  while ((count = read(file, text, sizeof text)) > 0) {
    for (ssize_t at = 0; at < count; at++) {
      if (text[at] >= '0' && text[at] <= '9') {
        child = child * 10 + (text[at] - '0');
      } else if (child > 0) {
        kill(child, number);
        child = 0;
      }
    }
  }
  if (child > 0) kill(child, number);
  close(file);
  return 1;
}

// Reaps the children that have ended, and stores the status of `program`. Returns whether other children remain.
static int reap(pid_t program, int *status) {
  int one;
  pid_t child;
  while ((child = waitpid(-1, &one, WNOHANG)) > 0) {
    if (child == program) *status = one;
  }
  return child == 0;
}

// Waits for a signal of a set for a number of milliseconds, or without limit if that is -1.
static int wait_for(const sigset_t *set, int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  return milliseconds < 0 ? sigwaitinfo(set, NULL) : sigtimedwait(set, NULL, &time);
}

// Kills all descendants of this process. A process whose parent has ended becomes a child of this one, so each round
// reaches the processes that the previous one exposed.
static void end_descendants(pid_t program, int *status, const sigset_t *set) {
  for (int round = 0; round < 200 && reap(program, status); round++) {
    if (!signal_children(SIGKILL)) kill(-program, SIGKILL);
    wait_for(set, 10);
  }
}

// Starts the program, stays its parent until all its processes have ended, and ends with the program's status.
static void keep(
    const char *name, const char *beside, char *const words[], int output, int errors, int ending, int report) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGTERM);
  signal(SIGCHLD, SIG_DFL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  pid_t program = _Fork();
  if (program == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    run(name, beside, words, -1, output, errors);
  }
  if (program <= 0) {
    int number = errno;
    ssize_t written = write(report, &number, sizeof number);
    _exit(written < 0 ? 126 : 127);
  }
  // Both processes do this, so that it is done before either continues.
  setpgid(program, program);
  // Copies of the parent's descriptors would keep its files open.
  dup2(ending, 0);
  if (close_range(1, ~0U, 0) != 0) {
    for (int number = 1; number < 65536; number++) close(number);
  }
  int status = -1;
  int number = 0;
  int is_told = 0;
  while (number != SIGUSR1 && (reap(program, &status), status == -1)) {
    number = wait_for(&set, -1);
    if (number != SIGTERM) continue;
    is_told = 1;
    // The group belongs to the program until it is reaped, which only this process does.
    kill(-program, SIGTERM);
  }
  ssize_t written = write(0, "", 1);
  (void)written;
  // Processes that the program left behind may run until a signal arrives.
  while (number != SIGUSR1 && !is_told && reap(program, &status)) {
    number = wait_for(&set, -1);
    is_told = number == SIGTERM;
  }
  if (number != SIGUSR1) signal_children(SIGTERM);
  for (int round = 0; round < 50 && number != SIGUSR1 && reap(program, &status); round++) {
    number = wait_for(&set, 10);
  }
  end_descendants(program, &status, &set);
  if (status != -1 && WIFEXITED(status)) _exit(WEXITSTATUS(status));
  if (status != -1 && WIFSIGNALED(status)) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    // Other signals stay blocked, as a late SIGTERM must not change the status of this process.
    int last = WTERMSIG(status);
    signal(last, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, last);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    raise(last);
  }
  _exit(128 + SIGKILL);
}

// Forks with all signals blocked, and stores the former mask in `former`. The child leads a new process group, and
// receives the signal `last` when the calling thread ends.
static pid_t fork_tethered(int last, sigset_t *former) {
  sigset_t all;
  sigfillset(&all);
  // No signal handler of this program may run in the child.
  pthread_sigmask(SIG_SETMASK, &all, former);
  pid_t parent = getpid();
  pid_t started = fork();
  if (started == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, last);
    // If the parent was killed before the call of prctl, no signal will arrive.
    if (getppid() != parent) _exit(127);
  }
  return started;
}

static int start(
    const char *name, const char *beside, char *const words[], int input, int output, int errors, int ending,
    int *child) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return errno;
  sigset_t former;
  pid_t started = fork_tethered(ending >= 0 ? SIGUSR1 : SIGKILL, &former);
  if (started == 0) {
    if (ending >= 0) keep(name, beside, words, output, errors, ending, report[1]);
    run(name, beside, words, input, output, errors);
    int number = errno;
    ssize_t written = write(report[1], &number, sizeof number);
    _exit(written < 0 ? 126 : 127);
  }
  int number = started < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  close(report[1]);
  if (started > 0) {
    ssize_t count;
    do count = read(report[0], &number, sizeof number);
    while (count < 0 && errno == EINTR);
    if (count == (ssize_t)sizeof number) {
      while (waitpid(started, NULL, 0) < 0 && errno == EINTR) {}
    } else {
      // The pipe was closed by exec, so the program is running.
      number = 0;
    }
  }
  close(report[0]);
  *child = started;
  return number;
}

int cspawn_tethered(
    const char *name, const char *beside, char *const words[], int input, int output, int errors, int *child) {
  return start(name, beside, words, input, output, errors, -1, child);
}

int cspawn_copy(int *child) {
  sigset_t former;
  pid_t started = fork_tethered(SIGKILL, &former);
  int number = started < 0 ? errno : 0;
  if (started == 0) {
    static const int faults[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
    for (size_t at = 0; at < sizeof faults / sizeof *faults; at++) signal(faults[at], SIG_DFL);
  }
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  *child = started;
  return number;
}

int cspawn_kept(
    const char *name, const char *beside, char *const words[], int output, int errors, int ending, int *keeper) {
  return start(name, beside, words, -1, output, errors, ending, keeper);
}

int cspawn_shell(const char *line) {
  // The command's keys concern only the command. SIGCONT has no handler, since this program handles its own stop here.
  static const int numbers[] = {SIGINT, SIGQUIT, SIGTSTP, SIGCONT};
  enum { count = sizeof numbers / sizeof *numbers };
  struct sigaction former[count];
  struct sigaction ignored = {.sa_handler = SIG_IGN};
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigset_t reset;
  sigemptyset(&reset);
  for (int at = 0; at < count; at++) {
    sigaction(numbers[at], &ignored, &former[at]);
    if (former[at].sa_handler != SIG_IGN) sigaddset(&reset, numbers[at]);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &reset);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  char *words[] = {"sh", "-c", "--", (char *)line, NULL};
  pid_t shell;
  int status = -1;
  if (posix_spawn(&shell, "/bin/sh", NULL, &attributes, words, environ) == 0) {
    pid_t found;
    while ((found = waitpid(shell, &status, WUNTRACED)) == shell ? WIFSTOPPED(status) : errno == EINTR) {
      if (found != shell) continue;
      // Nothing happens in a process group without a shell that could continue it.
      sigaction(SIGTSTP, &usual, NULL);
      raise(SIGTSTP);
      sigaction(SIGTSTP, &ignored, NULL);
      kill(shell, SIGCONT);
    }
    if (found != shell) status = -1;
  }
  posix_spawnattr_destroy(&attributes);
  for (int at = 0; at < count; at++) sigaction(numbers[at], &former[at], NULL);
  return status;
}
