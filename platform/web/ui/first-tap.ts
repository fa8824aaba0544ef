// The first tap on the buttons below a form of a phone, while a field has the focus.
import type { MouseEvent } from 'react'

/**
 * The bottom bar of a phone comes back as soon as nobody types, and lifts the buttons: a tap would miss them. So the field keeps the focus
 * until the tap has reached its button, and loses it then, because some fields take over their text at that time.
 */
export const firstTap = { onMouseDown: keepFocus, onClickCapture: endTyping }

function keepFocus(event: MouseEvent) {
  if (window.matchMedia('(pointer: coarse)').matches) event.preventDefault()
}

function endTyping() {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.matches('input, textarea, [contenteditable]'))
    activeElement.blur()
}
