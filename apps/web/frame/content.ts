/** The element that holds the screen: it gets the focus, and the skip link leads to it. */
export const contentId = 'content'

/** The element that holds the navigation of wide screens, for its skip link. */
export const navigationId = 'navigation'
