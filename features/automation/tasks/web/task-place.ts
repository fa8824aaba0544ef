/** The path of the list of triggers. */
export const triggersPath = '/auto_actions/triggers'

export const taskPlace = { phrasePrefix: 'automation.tasks', path: '/auto_actions' } as const
