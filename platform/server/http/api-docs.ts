// The API documentation for people, at /api/docs: plain HTML without scripts, generated from the OpenAPI document.
type Json = Record<string, unknown>

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: unknown) => String(text).replace(/[&<>"]/g, (character) => escapes[character] ?? character)

/** The page. Its stylesheet is `apiDocsStyles`, at /api/docs.css, so the page is the same for every caller. */
export function apiDocsPage(document: Json): string {
  const operations = Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const features = [...new Set(operations.map(({ operation }) => String((operation.tags as string[])[0])))]
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Vitrine · API</title><link rel="stylesheet" href="/api/docs.css">
<main><h1>Vitrine · API</h1><p>Every call, with the permission it asks for. The same as <a href="/api/openapi.json">OpenAPI 3.1</a>. Programs use an API key: <a href="/llms.txt">keys, recipes, errors and limits</a>.</p>
<nav>${features.map((feature) => `<a href="#${escape(feature)}">${escape(feature)}</a>`).join(' · ')}</nav>
${features.map((feature) => section(feature, operations)).join('')}</main></html>`
}

type Operation = { path: string; method: string; operation: Json }

function section(feature: string, operations: Operation[]): string {
  const own = operations.filter(({ operation }) => (operation.tags as string[])[0] === feature)
  return `<section id="${escape(feature)}"><h2>${escape(feature)}</h2>${own.map(entry).join('')}</section>`
}

function entry({ path, method, operation }: Operation): string {
  const shape = operation.parameters ?? operation.requestBody
  return `<article><h3><b>${escape(method)}</b> <code>${escape(path)}</code> <i>${escape(operation['x-permission'])}</i></h3>
<p>${escape(operation.summary)}</p><details><summary>Request and answer</summary>
<pre>${escape(JSON.stringify(shape, null, 2))}</pre><pre>${escape(JSON.stringify(operation.responses, null, 2))}</pre></details></article>`
}

export const apiDocsStyles = `
:root { color-scheme: light dark; --line: #8883; font: 15px/1.55 system-ui, sans-serif }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line) }
article { border: 1px solid var(--line); border-radius: 8px; padding: .5rem 1rem; margin: .75rem 0 }
h3 { font-size: 1rem; margin: .25rem 0 } h3 i { font-weight: 400; float: right; opacity: .7 }
pre { overflow: auto; font-size: 12px } a { color: #0f766e } a:focus-visible, summary:focus-visible { outline: 2px solid #0f766e }`
