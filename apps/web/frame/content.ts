/** Where a screen stands in the page: focus goes there, and the way past the navigation leads there. */
export const contentId = 'content'
