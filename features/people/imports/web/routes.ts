import { lazyScreen, type ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { importPath } from '#features/people/users/web/exports.tsx'

export const screens: ScreenEntry[] = [
  {
    path: importPath,
    screen: 'user',
    permission: 'user.add',
    menu: { entry: 'people', order: 50, label: 'people.imports.title' },
    action: { label: 'people.imports.title', place: 'people.users.title' },
    component: lazyScreen(() => import('./import-upload.tsx'), 'UploadImport'),
  },
  {
    path: `${importPath}/$id`,
    screen: 'user',
    permission: 'user.add',
    menu: null,
    component: lazyScreen(() => import('./import-page.tsx'), 'ImportPage'),
  },
]
