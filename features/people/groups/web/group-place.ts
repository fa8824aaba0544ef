export const userGroupPlace = { phrasePrefix: 'people.groups', path: '/group_users' } as const
