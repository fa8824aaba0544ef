/**
 * Returns the refused IP address in the query of `/redirect`; empty when it is no IP address. Everybody can write the query, so no other
 * text is displayed.
 */
export const ipAddressIn = (query: unknown): string =>
  typeof query === 'string' && /^[\da-f.:]{2,45}$/i.test(query) ? query : ''
