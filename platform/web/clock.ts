// The one place of the browser that asks the time, so that a test can say what time it is.

let read = () => Date.now()

/** The present instant. */
export function now(): Date {
  return new Date(read())
}

/** Lets a test stop the clock; answers the way back. */
export function setClock(milliseconds: () => number): () => void {
  const before = read
  read = milliseconds
  return () => {
    read = before
  }
}
