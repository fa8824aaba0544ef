/** Opens the search over everything from elsewhere, such as from the frame of a report: presses its keys on the page of the portal. */
export const pressSearchKeys = (): void => {
  const keys = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }
  document.body.dispatchEvent(new KeyboardEvent('keydown', keys))
}
