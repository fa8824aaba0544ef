/**
 * The path at which an external report opens. A link to it loads the page again, because the content security policy of that answer allows
 * the frames of listed hosts only, and a page keeps the policy with which it was loaded.
 */
export const externalPath = (id: string): string => `/${id}/reports/external`
