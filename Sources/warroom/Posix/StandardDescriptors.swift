import Glibc

/// What the program needs of its process before it does anything.
enum StandardDescriptors {
  /// Opens those of the descriptors 0 to 2 that are closed on the null device: the next file that is opened would
  /// be one of them otherwise, and what is printed go into it.
  ///
  /// A file that reaches the largest allowed size, and a lease that is broken, are errors of a call and no
  /// signals that kill.
  static func prepare() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      let opened = unsafe open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY)
      if opened >= 0, opened != descriptor {
        dup2(opened, descriptor)
        close(opened)
      }
    }
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGIO, SIG_IGN)
  }
}
