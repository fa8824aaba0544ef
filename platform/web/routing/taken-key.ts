/** The person is typing, a menu or dialog handles keys, or a modifier changes the meaning of the key. */
export function isTaken({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || !(target instanceof Element)) return true
  if (target.closest('[role="menu"], [role="dialog"], [role="listbox"], select, textarea, [contenteditable]'))
    return true
  return target instanceof HTMLInputElement && target.type !== 'checkbox'
}
