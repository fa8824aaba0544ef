/**
 * A new `traceparent` for each call (W3C Trace Context, version 00): a trace id, a parent id, not sampled. The ids are random and identify
 * nobody.
 */
export function newTraceparent(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-00`
}
