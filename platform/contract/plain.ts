/** How words are compared where the browser seeks by itself: without case and accents, as `app.plain()` of the database does. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
