/** Set on elements that toasts must stay below: the bar of the frame, the primary action of a page, the tools of a report. */
export const aboveToasts = { 'data-above-toasts': true } as const

/** Set on elements that toasts must stay above: the bar of a phone, the save bar of a form, the bar of marked rows, the pages of a list. */
export const underToasts = { 'data-under-toasts': true } as const
