import { randomBytes, randomUUID } from 'node:crypto'
import { admin, foreign, own, type Made, type Probes, resellers, tenant_id, addRecord } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

const item = () => ({
  id: randomUUID(),
  report_id: resellers,
  page: null,
  page_name: null,
  seconds: 30,
  repetitions: 1,
  filters: [],
  hours: [],
})

/** A playlist of the administrator of Norte. */
export const newPlaylist = ({ db, unique }: Made, items: object[] = [item()]) =>
  addRecord(db, 'playlists', {
    tenant_id,
    name: `Quokka ${unique}`,
    items: JSON.stringify(items),
    owner_id: admin.id,
  })

const newScreen = async (made: Made) =>
  addRecord(made.db, 'playlist_screens', {
    tenant_id,
    playlist_id: await newPlaylist(made),
    name: `Quokka ${made.unique}`,
    paired: false,
    token_hash: randomBytes(32),
  })

const newCode = async ({ db }: Made) => {
  const code = Array.from(randomBytes(8), (byte) => 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'[byte % 31]).join('')
  const expires_at = new Date(Date.now() + 600_000)
  await db
    .insertInto('playlist_pairings')
    .values({ tenant_id, code, token_hash: randomBytes(32), network: '10.0.0.1', expires_at })
    .execute()
  return code
}

const fields = (unique: string) => ({
  name: `Nova ${unique}`,
  description: null,
  items: [],
  user_ids: [people.userOfNorte.id],
  group_ids: [],
})

const ofItem = async (made: Made) => {
  const one = item()
  return { playlist_id: await newPlaylist(made, [one]), item_id: one.id }
}

export const probes: Probes = {
  'auth/playlists/all': own(),
  'auth/playlists/all/select': own(),
  'auth/playlists/export': own({ format: 'csv' }),
  'auth/playlists/get': foreign(async (made) => ({ id: await newPlaylist(made) })),
  'auth/playlists/add': foreign(({ unique }) => fields(unique)),
  'auth/playlists/update': foreign(async (made) => ({
    id: await newPlaylist(made),
    version: 1,
    name: `Outra ${made.unique}`,
  })),
  'auth/playlists/delete': foreign(async (made) => ({ id: await newPlaylist(made) })),
  'auth/playlists/change/owner': foreign(async (made) => ({
    id: await addRecord(made.db, 'playlists', { tenant_id, name: `Quokka ${made.unique}` }),
  })),
  'auth/playlists/report/select': own(),
  'auth/playlists/report/pages': foreign(() => ({ report_id: resellers })),
  'auth/playlists/report/columns': foreign(() => ({ report_id: resellers })),
  'auth/playlists/screens/all': foreign(async (made) => ({ playlist_id: await newPlaylist(made) })),
  'auth/playlists/screens/add': foreign(async (made) => ({ playlist_id: await newPlaylist(made), name: made.unique })),
  'auth/playlists/screens/pair': foreign(async (made) => ({
    playlist_id: await newPlaylist(made),
    name: made.unique,
    code: await newCode(made),
  })),
  'auth/playlists/screens/reload': foreign(async (made) => ({ id: await newScreen(made) })),
  'auth/playlists/screens/delete': foreign(async (made) => ({ id: await newScreen(made) })),
  'auth/playlists/own': own(),
  'auth/playlists/play': foreign(async (made) => ({ playlist_id: await newPlaylist(made) })),
  'auth/playlists/beat': foreign(async (made) => ({ playlist_id: await newPlaylist(made), item_id: null })),
  'auth/playlists/slide/open': foreign(ofItem),
  'auth/playlists/slide/token': foreign(ofItem),
}
