/** Longer than a screen takes to make its first calls, and too short to be noticed in a number that appears later anyway. */
const headStartMs = 100

/**
 * Lets the calls of a new screen go first: a browser has six connections to a host, and a seventh call waits for an answer. For calls that
 * nobody waits for. Example: `useCallQuery(countUnread, {}, { after: giveWay })`.
 */
export const giveWay = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, headStartMs))
