import type { FileStorage } from '#platform/server/files/storage.ts'
import { type Route, handle, rows, upload } from '#platform/server/http/route.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { addThemeImage, plain, readTheme, updateTheme } from '../contract.ts'
import { themeFrom } from './rules.ts'
import { addImage, changeTheme } from './service.ts'
import { ownAndInheritedQuery } from './store.ts'

export const routes = ({ storage }: { storage: FileStorage }): Route[] => [
  rows(readTheme, ownAndInheritedQuery, (found, { actor }) => {
    const own = found.find(({ is_own }) => is_own)
    const inherited = found.find(({ is_own }) => !is_own)
    return {
      own: themeFrom(own),
      inherited: inherited ? themeFrom(inherited) : plain,
      version: own?.version ?? 0,
      can: abilities(actor, { update: 'theme.update' }),
    }
  }),
  handle(updateTheme, changeTheme),
  upload(addThemeImage, (context, input, bytes) => addImage(context, input, bytes, storage)),
]
