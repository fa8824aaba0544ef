/** Normalises text for comparison in the browser: without case and accents, like the database function `app.plain()`. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
