// The people of the demo world. The sellers and their managers are those of the Adventure Works data, so that each of them finds
// their own rows in the reseller report; the others make the world large enough to look around in.

export type DemoPerson = {
  name: string
  email: string
  phone: string
  profile: 'admin' | 'user'
  department: string
  groups: string[]
}

const at = 'adventure-works.com'

const seller = (name: string, login: string, line: number, groups: string[] = ['Vendedores']): DemoPerson => ({
  name,
  email: `${login}@${at}`,
  phone: `+5511960000${line}`,
  profile: 'user',
  department: 'Vendas',
  groups,
})

/** The 17 who sell. Stephen, Amy and Syed lead the others of their region. */
export const sellers: DemoPerson[] = [
  seller('Stephen Jiang', 'stephen0', 272, ['Gerentes']),
  seller('Michael Blythe', 'michael9', 281),
  seller('Linda Mitchell', 'linda3', 282),
  seller('Jillian Carson', 'jillian0', 283),
  seller('Garrett Vargas', 'garrett1', 284),
  seller('Tsvi Reiter', 'tsvi0', 285),
  seller('Pamela Ansman-Wolfe', 'pamela0', 286),
  seller('Shu Ito', 'shu0', 287),
  seller('José Saraiva', 'jose1', 288),
  seller('David Campbell', 'david8', 289),
  seller('Amy Alberts', 'amy0', 290, ['Gerentes']),
  seller('Jae Pak', 'jae0', 291),
  seller('Ranjit Varkey Chudukatil', 'ranjit0', 292),
  seller('Tete Mensa-Annan', 'tete0', 293),
  seller('Syed Abbas', 'syed0', 294, ['Gerentes']),
  seller('Rachel Valdez', 'rachel0', 295),
  seller('Lynn Tsoflias', 'lynn0', 296),
]

const office = (
  name: string,
  login: string,
  line: number,
  department: string,
  profile: 'admin' | 'user' = 'user',
): DemoPerson => ({
  name,
  email: `${login}@${at}`,
  phone: `+5511970000${line}`,
  profile,
  department,
  groups: [department === 'Diretoria' ? 'Diretoria' : 'Produtos'],
})

/** Brian leads the sales of the whole company; Ana runs the portal of her business unit. */
export const headOffice: DemoPerson[] = [
  office('Ana Souza', 'ana.souza', 101, 'Diretoria', 'admin'),
  office('Brian Welcker', 'brian3', 277, 'Diretoria'),
  office('Beatriz Lima', 'beatriz.lima', 102, 'Produtos'),
  office('Caio Ferreira', 'caio.ferreira', 103, 'Produtos'),
  office('Daniela Rocha', 'daniela.rocha', 104, 'Produtos'),
  office('Eduardo Martins', 'eduardo.martins', 105, 'Compras'),
  office('Fernanda Alves', 'fernanda.alves', 106, 'Compras'),
]

/** The words of a business unit for its departments and for the group of everybody. */
type UnitWords = { direction: string; sales: string; readers: string }
const english: UnitWords = { direction: 'Direction', sales: 'Sales', readers: 'Readers' }
const portuguese: UnitWords = { direction: 'Direção', sales: 'Vendas', readers: 'Leitores' }
const spanish: UnitWords = { direction: 'Dirección', sales: 'Ventas', readers: 'Lectores' }

const elsewhere = (
  { direction, sales, readers }: UnitWords,
  domain: string,
  prefix: string,
  people: [name: string, login: string, profile?: 'admin'][],
): DemoPerson[] =>
  people.map(([name, login, profile], index) => ({
    name,
    email: `${login}@${domain}`,
    phone: `${prefix}${String(1_000_000 + index)}`,
    profile: profile ?? 'user',
    department: profile ? direction : sales,
    groups: [readers],
  }))

export const peopleOfUnit: Record<string, DemoPerson[]> = {
  'aw-brasil': [...headOffice, ...sellers],
  'aw-us': elsewhere(english, at, '+1425', [
    ['Grace Miller', 'grace.miller', 'admin'],
    ['Henry Adams', 'henry.adams'],
    ['Irene Clark', 'irene.clark'],
    ['Jack Turner', 'jack.turner'],
  ]),
  'aw-europe': elsewhere(english, at, '+4420', [
    ['Karen Novak', 'karen.novak', 'admin'],
    ['Lukas Weber', 'lukas.weber'],
    ['Marie Dubois', 'marie.dubois'],
  ]),
  lisboa: elsewhere(portuguese, 'bicicletas-tejo.example', '+3512', [
    ['Nuno Carvalho', 'nuno.carvalho', 'admin'],
    ['Olga Pinto', 'olga.pinto'],
    ['Pedro Matos', 'pedro.matos'],
  ]),
  madrid: elsewhere(spanish, 'bicicletas-tejo.example', '+3491', [
    ['Quima Serra', 'quima.serra', 'admin'],
    ['Rosa Vidal', 'rosa.vidal'],
    ['Sergio Ruiz', 'sergio.ruiz'],
  ]),
}
