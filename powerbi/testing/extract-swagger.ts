// Extracts the operations used by the tests from Microsoft's API description (1.5 MB):
// `node powerbi/testing/extract-swagger.ts <swagger.json>` writes swagger-subset.json next to this file.
import { readFileSync, writeFileSync } from 'node:fs'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type Description = {
  paths: Record<string, Record<string, Json>>
  definitions: Record<string, Json>
}

const USED: Record<string, string[]> = {
  '/v1.0/myorg/groups': ['get', 'post'],
  '/v1.0/myorg/groups/{groupId}': ['get'],
  '/v1.0/myorg/groups/{groupId}/reports': ['get'],
  '/v1.0/myorg/groups/{groupId}/reports/{reportId}': ['get'],
  '/v1.0/myorg/groups/{groupId}/reports/{reportId}/pages': ['get'],
  '/v1.0/myorg/groups/{groupId}/reports/{reportId}/ExportTo': ['post'],
  '/v1.0/myorg/groups/{groupId}/reports/{reportId}/exports/{exportId}': ['get'],
  '/v1.0/myorg/groups/{groupId}/reports/{reportId}/exports/{exportId}/file': ['get'],
  '/v1.0/myorg/groups/{groupId}/datasets': ['get'],
  '/v1.0/myorg/groups/{groupId}/dashboards': ['get'],
  '/v1.0/myorg/groups/{groupId}/dashboards/{dashboardId}/tiles': ['get'],
  '/v1.0/myorg/groups/{groupId}/datasets/{datasetId}': ['get'],
  '/v1.0/myorg/groups/{groupId}/datasets/{datasetId}/refreshes': ['get', 'post'],
  '/v1.0/myorg/groups/{groupId}/datasets/{datasetId}/executeQueries': ['post'],
  '/v1.0/myorg/GenerateToken': ['post'],
  '/v1.0/myorg/capacities': ['get'],
  '/v1.0/myorg/availableFeatures': ['get'],
}

const NOTICE =
  'A part of sdk/swaggers/swagger.json of github.com/microsoft/PowerBI-CSharp at commit 4ad33dd, prose left out. ' +
  'Copyright (c) Microsoft Corporation. MIT License: Permission is hereby granted, free of charge, to any person ' +
  'obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software ' +
  'without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, ' +
  'sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, ' +
  'subject to the following conditions: The above copyright notice and this permission notice shall be included in ' +
  'all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, ' +
  'EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR ' +
  'PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES ' +
  'OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION ' +
  'WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.'

function withoutProse(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutProse)
  if (typeof value !== 'object' || value === null) return value
  const isProse = ([name, held]: [string, Json]) =>
    (name === 'description' && typeof held === 'string') || name === 'x-ms-enum' || name === 'x-ms-examples'
  return Object.fromEntries(
    Object.entries(value)
      .filter((entry) => !isProse(entry))
      .map(([name, held]) => [name, withoutProse(held)]),
  )
}

function namedDefinitions(value: Json): string[] {
  return [...JSON.stringify(value).matchAll(/"#\/definitions\/([^"]+)"/g)].map((match) => match[1] ?? '')
}

function extract(whole: Description): Json {
  const paths = Object.fromEntries(
    Object.entries(USED).map(([path, methods]) => [
      path,
      Object.fromEntries(methods.map((method) => [method, withoutProse(whole.paths[path]?.[method] ?? null)])),
    ]),
  )
  const definitions: Record<string, Json> = {}
  const open = namedDefinitions(paths)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (definitions[name] !== undefined) continue
    definitions[name] = withoutProse(whole.definitions[name] ?? null)
    open.push(...namedDefinitions(definitions[name]))
  }
  return { 'x-notice': NOTICE, swagger: '2.0', host: 'api.powerbi.com', paths, definitions }
}

const source = process.argv[2]
if (source === undefined) throw new Error('usage: extract-swagger.ts <swagger.json>')
const target = new URL('./swagger-subset.json', import.meta.url)
writeFileSync(target, `${JSON.stringify(extract(JSON.parse(readFileSync(source, 'utf8'))), null, 1)}\n`)
