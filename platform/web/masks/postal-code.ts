/** Adds the hyphen of a Brazilian postal code (CEP), also while it is typed: `01310-100`. */
export function writtenPostalCode(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 8)
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits
}
