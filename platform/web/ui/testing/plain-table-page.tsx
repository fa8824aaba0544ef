// A page with a table of cards, one with a sum, and one that is too wide for a phone.
import { createRoot } from 'react-dom/client'
import { CellNote, PlainTable } from '../plain-table.tsx'

const wide = Array.from({ length: 8 }, (_, index) => `A column with the number ${index + 1}`)

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <>
    <PlainTable label="Attempts" columns={['Day', 'The "state"', 'Answer']}>
      <tr>
        <th scope="row">Monday</th>
        <td>
          Failed
          <CellNote>https://receiver.example/a-very-long-path-that-nobody-can-break-at-any-space</CellNote>
        </td>
        <td>{null}</td>
      </tr>
      <tr>
        <th scope="row" colSpan={2}>
          Total
        </th>
        <td>2</td>
      </tr>
    </PlainTable>
    <PlainTable label="Wide" columns={wide}>
      <tr>
        {wide.map((name) => (
          <td key={name}>{name}</td>
        ))}
      </tr>
    </PlainTable>
  </>,
)
