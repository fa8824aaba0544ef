// The causes of the notifications about a waiting request. They are settled as soon as it waits no longer.

export const requestCause = (id: string): string => `access_request ${id}`
export const reminderCause = (id: string): string => `access_request reminder ${id}`
export const requestCauses = (id: string): string[] => [requestCause(id), reminderCause(id)]
