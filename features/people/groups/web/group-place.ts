import { IconUsersGroup } from '@tabler/icons-react'

export const userGroupPlace = { phrasePrefix: 'people.groups', path: '/group_users', icon: IconUsersGroup } as const
