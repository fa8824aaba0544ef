import { IconDeviceTv } from '@tabler/icons-react'

export const playlistPlace = { words: 'reports.playlists', path: '/playlists', icon: IconDeviceTv } as const
