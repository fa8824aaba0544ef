import { principalKey, upsert } from './catalogue.ts'
import type { Catalogue, Principal } from './catalogue.ts'
import { hashSecret, isSecret } from './client-secret.ts'
import { fingerprintOf } from './fingerprint.ts'
import { publishProject } from './publish-project.ts'
import type { Publishing } from './publish-project.ts'
import type { Excerpt } from './report-excerpt.ts'

/** An application that may call the service, configured with its secret or with the secret's hash (`hashSecret`). */
export type GivenPrincipal = { directoryId: string; appId: string; name: string } & (
  | { secret: string }
  | { secretHash: string }
)

/**
 * A configured workspace: its members as application ids, and the project folder to publish into it. `excerpts`: the reports to publish in
 * place of all reports of the project.
 */
export type GivenWorkspace = {
  id: string
  name: string
  members: string[]
  project: string | null
  excerpts?: readonly Excerpt[] | null
}

export type ProvisionInput = { principals: GivenPrincipal[]; workspaces: GivenWorkspace[] }

/** The services of the provisioning. `failed` receives each project that could not be published. */
export type Provisioning = Publishing & {
  failed: (project: { workspaceId: string; folder: string }, error: unknown) => void
}

/**
 * Applies the configuration to the catalogue. It adds and updates, and removes nothing: workspaces and principals that were
 * created at run time stay. Publishes a project again if its files have changed. A project that cannot be published is left out:
 * what was published before stays, and the other projects are not affected.
 */
export async function provision(to: Provisioning, input: ProvisionInput): Promise<void> {
  const present = await to.catalogue.read()
  const principals = await Promise.all(input.principals.map((each) => principalOf(each, present)))
  const provisioned = await to.catalogue.update((catalogue) => withGiven(catalogue, principals, input.workspaces))
  const folders = new Set(input.workspaces.flatMap(({ project }) => project ?? []))
  const fingerprints = new Map<string | null, string>()
  for (const folder of folders) fingerprints.set(folder, await fingerprintOf(folder))
  for (const { id, project, excerpts = null } of input.workspaces) {
    const fingerprint = fingerprints.get(project)
    if (project === null || fingerprint === undefined) continue
    const isPresent = provisioned.workspaces.some(
      (workspace) => workspace.id === id && workspace.project === fingerprint,
    )
    if (isPresent) continue
    await publishProject(to, { folder: project, workspaceId: id, fingerprint, excerpts }).catch((error: unknown) =>
      to.failed({ workspaceId: id, folder: project }, error),
    )
  }
}

/** Keeps the hash of an unchanged secret, because a new hash would invalidate all tokens issued for it. */
async function principalOf(configured: GivenPrincipal, present: Catalogue): Promise<Principal> {
  const { directoryId, appId, name } = configured
  if ('secretHash' in configured) return { directoryId, appId, name, secretHash: configured.secretHash }
  const known = present.principals.find((each) => principalKey(each) === principalKey(configured))
  const isSame = known !== undefined && (await isSecret(configured.secret, known.secretHash))
  return { directoryId, appId, name, secretHash: isSame ? known.secretHash : await hashSecret(configured.secret) }
}

function withGiven(catalogue: Catalogue, principals: Principal[], workspaces: GivenWorkspace[]): Catalogue {
  const renewed = new Set(principals.map(principalKey))
  const remaining = catalogue.principals.filter((each) => !renewed.has(principalKey(each)))
  const all = [...remaining, ...principals]
  const provisioned = workspaces.map(({ id, name, members }) => {
    const known = catalogue.workspaces.find((workspace) => workspace.id === id)
    const named = all.filter((principal) => members.includes(principal.appId)).map(principalKey)
    const joined = [...new Set([...(known?.members ?? []), ...named])]
    return { id, name: known?.name ?? name, members: joined, project: known?.project ?? null }
  })
  const next = { ...catalogue, principals: all, workspaces: upsert(catalogue.workspaces, provisioned) }
  return JSON.stringify(next) === JSON.stringify(catalogue) ? catalogue : next
}
