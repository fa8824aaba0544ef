/**
 * The place of the caret in a formatted text: behind as many significant characters as stood before it in the typed text. Separators that the
 * format adds or removes do not move it. At the end of the typed text it stays at the end.
 */
export function caretAfter(typed: string, caret: number, formatted: string, significant: RegExp): number {
  if (caret >= typed.length) return formatted.length
  let missing = Array.from(typed.slice(0, caret)).filter((sign) => significant.test(sign)).length
  let place = 0
  while (missing > 0 && place < formatted.length) {
    if (significant.test(formatted.charAt(place))) missing -= 1
    place += 1
  }
  return place
}
