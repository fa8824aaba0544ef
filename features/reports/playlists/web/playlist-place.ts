export const playlistPlace = { phrasePrefix: 'reports.playlists', path: '/playlists' } as const
