/** The refused address in the query of `/redirect`; empty when it is none. Anybody can write the query, so no other text is shown. */
export const addressIn = (query: unknown): string =>
  typeof query === 'string' && /^[\da-f.:]{2,45}$/i.test(query) ? query : ''
