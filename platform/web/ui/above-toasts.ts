/** Set on elements that toasts must stay below: the bar of the frame, the primary action of a page, the tools of a report. */
export const aboveToasts = { 'data-above-toasts': true } as const
