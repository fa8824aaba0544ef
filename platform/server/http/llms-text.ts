// The text at /llms.txt (llmstxt.org): the guide of the API, and each call that an API key can make. It is built from the contracts.
import { keyScopes } from '#catalogue/access.ts'
import { type Call, pathOfCall } from '#platform/contract/call.ts'
import type { FeatureRoutes } from './route.ts'

/** An API key can have the permission of the call, and the call is not for people only. */
export const isOpenToKeys = ({ access, personal }: Call): boolean =>
  !personal && (keyScopes as readonly string[]).includes(access)

/** @param guide the text of docs/api.md. */
export function llmsText(guide: string, features: readonly FeatureRoutes[]): string {
  const sections = features.flatMap(({ feature, routes }) => {
    const calls = routes.map(({ call }) => call).filter(isOpenToKeys)
    return calls.length === 0 ? [] : [`### ${feature}\n\n${calls.map(lineOf).join('\n')}`]
  })
  return `${guide.replace(/^# .*\n/, summary)}\n## Calls\n\n${sections.join('\n\n')}\n`
}

const summary = `# Vitrine

> A portal in which organisations publish embedded analytics reports. Programs use its calls with an API key.

- [OpenAPI 3.1](/api/openapi.json): the schema of every call, public
- [API documentation](/api/docs): the same for people
`

const lineOf = (call: Call) => `- \`${call.method} ${pathOfCall(call)}\` (\`${call.access}\`): ${call.summary}`
