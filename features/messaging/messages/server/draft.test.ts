import { expect, it } from 'vitest'
import { draftOf, draftQuestion } from './draft.ts'

it('takes the first line as the title, and paragraphs and lists as HTML', () => {
  expect(draftOf('\n# Relatório novo\n\nOlá a todos.\nHá novidades:\n- vendas\n- metas\n\nAté já.')).toEqual({
    title: 'Relatório novo',
    html: '<p>Olá a todos.<br>Há novidades:</p><ul><li>vendas</li><li>metas</li></ul><p>Até já.</p>',
  })
})

it('shows markup of the answer as text', () => {
  const { title, html } = draftOf(
    '<b>T</b>\n\n<img src="https://evil.example/x.png"> <a href="javascript:1">a</a> & [x](http://y)',
  )
  expect(title).toBe('<b>T</b>')
  expect(html).toBe(
    '<p>&lt;img src=&quot;https://evil.example/x.png&quot;&gt; &lt;a href=&quot;javascript:1&quot;&gt;a&lt;/a&gt; &amp; [x](http://y)</p>',
  )
})

it('shortens a title that is too long', () => {
  expect(draftOf(`${'x'.repeat(400)}\n\ny`).title).toHaveLength(150)
})

it('names the language, and puts the wish between marks', () => {
  const { system, user } = draftQuestion('Avise da pausa', 'es')
  expect(system).toContain('Write in Spanish.')
  expect(user).toBe('<wish>\nAvise da pausa\n</wish>')
})
