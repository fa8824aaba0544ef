import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  playlist_screens_name_key: 'playlist.screen_taken',
}
