/** Of this code, as package.json says it. */
export const version = '0.1.0'
