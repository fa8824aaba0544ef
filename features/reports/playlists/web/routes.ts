import {
  lazyReaderScreen,
  lazyScreen,
  type PublicEntry,
  recordScreens,
  type ScreenEntry,
} from '#platform/web/routing/screen-entry.ts'
import { playlistPlace } from './playlist-place.ts'

const player = lazyReaderScreen(() => import('./playlist-view-page.tsx'), 'PlaylistViewPage')

export const screens: ScreenEntry[] = [
  // The paths for managers of playlists are the same as those for readers.
  ...recordScreens({
    ...playlistPlace,
    screen: 'playlists',
    noun: 'playlist',
    menu: { entry: 'playlists', order: 10 },
    list: lazyScreen(() => import('./playlist-list.tsx'), 'PlaylistList'),
    add: lazyScreen(() => import('./playlist-form.tsx'), 'AddPlaylist'),
    edit: lazyScreen(() => import('./playlist-form.tsx'), 'EditPlaylist'),
  }),
  {
    path: '/playlists',
    screen: 'playlists',
    permission: 'playlist.open',
    menu: { entry: 'playlists', order: 10, label: 'reports.playlists.title' },
    component: lazyReaderScreen(() => import('./playlist-shelf-page.tsx'), 'PlaylistShelfPage'),
  },
  {
    path: '/playlists/$id/screens',
    screen: 'playlists',
    permission: 'playlist.read',
    menu: null,
    component: lazyScreen(() => import('./playlist-screens-page.tsx'), 'PlaylistScreensPage'),
  },
  {
    path: '/$id/playlist/view',
    screen: '{id}/playlist/view',
    permission: 'playlist.play',
    menu: null,
    bare: true,
    component: player,
  },
  {
    path: '/playlist/view',
    screen: 'playlist/view',
    permission: 'playlist.play',
    menu: null,
    bare: true,
    component: player,
  },
]

export const publicScreens: PublicEntry[] = [
  {
    path: '/auth/playlist/$token',
    component: lazyReaderScreen(() => import('./playlist-landing-page.tsx'), 'PlaylistLandingPage'),
  },
  {
    path: '/auth/playlist',
    component: lazyReaderScreen(() => import('./playlist-pairing-page.tsx'), 'PlaylistPairingPage'),
  },
]
