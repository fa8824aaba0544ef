// Stops what this process has started, in reverse order and once, on a signal or after a failed start.

export type Shutdown = {
  /** Registers how to stop a part. The part added last is stopped first. */
  add(stop: () => Promise<void> | void): void
  /** Registers a part that is still opening: a stop waits until the part is open, and then stops it. Returns the opened part. */
  opening<Part>(part: Promise<Part>, stop: (part: Part) => Promise<void> | void): Promise<Part>
  /** Stops everything once. Every caller waits for the same promise. */
  run(): Promise<void>
}

/** Longer than the time limit of child processes (supervisor/child.ts). */
const stopsWithinMs = 30_000

export function createShutdown(): Shutdown {
  const parts: (() => Promise<void> | void)[] = []
  let stopping: Promise<void> | undefined
  const stopParts = async () => {
    for (const stop of parts.splice(0).toReversed()) await stop()
  }
  return {
    add: (stop) => void parts.push(stop),
    opening: (part, stop) => {
      // A part that did not open has nothing to stop; its opener gets the error.
      parts.push(() => part.then(stop, () => undefined))
      return part
    },
    run: () => (stopping ??= stopParts()),
  }
}

/** Ends the process in order on SIGINT, SIGTERM or the end of the launcher. */
export function stopOnSignals(shutdown: Shutdown): void {
  const stop = () => {
    setTimeout(() => process.exit(1), stopsWithinMs).unref()
    void shutdown.run().then(() => process.exit(0))
  }
  process.once('SIGINT', () => {
    // A second Ctrl-C ends the process at once.
    process.once('SIGINT', () => process.exit(130))
    stop()
  })
  process.on('SIGTERM', stop)
  // The launcher has ended, possibly before this line. No other process could stop this one.
  process.once('disconnect', stop)
  if (process.send && !process.connected) stop()
}
