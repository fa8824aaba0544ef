import { IconDeviceTv } from '@tabler/icons-react'

export const playlistPlace = { phrasePrefix: 'reports.playlists', path: '/playlists', icon: IconDeviceTv } as const
