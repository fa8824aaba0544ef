// A fault outside of a request must not end the process: a timer, an observer of a library or a log line serves nobody, and the requests
// of all business units end with the process (U6). The entry points call it when the process is open; a fault before that ends the start.
type Watched = {
  log: { error(fault: object, message: string): void }
  /** Counts the fault in the metrics. */
  countFailure: () => void
}

/** Logs and counts unhandled exceptions and rejections; the process continues. Returns the function that removes the handlers. */
export function surviveFaults({ log, countFailure }: Watched): () => void {
  const survive = (error: unknown, origin: string) => {
    // A handler that throws would end the process.
    try {
      countFailure()
    } catch {
      // The log line below still tells of the fault.
    }
    try {
      log.error(
        { origin, fault: error instanceof Error ? (error.stack ?? error.message) : typeof error },
        'a fault outside of a request',
      )
    } catch {
      // The message is lost: the terminal or the disk of the log is unavailable.
    }
  }
  // A closed terminal makes each log line fail.
  const ignore = () => undefined
  process.on('uncaughtException', survive)
  process.stdout.on('error', ignore)
  process.stderr.on('error', ignore)
  return () => {
    process.off('uncaughtException', survive)
    process.stdout.off('error', ignore)
    process.stderr.off('error', ignore)
  }
}
