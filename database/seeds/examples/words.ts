// The texts of the examples, in the four languages of the product. Next: unit.ts (what the examples are made of).
import { type Texts } from '#catalogue/languages.ts'

/** The same text in each language; Portugal reads that of Brazil where it would write nothing else. */
const texts = (ptBR: string, enUS: string, es: string, ptPT: string = ptBR): Texts => ({
  'pt-BR': ptBR,
  'en-US': enUS,
  es,
  'pt-PT': ptPT,
})

/** Names of pages of the shipped reports, which are in Portuguese in the reports themselves. */
export const pages = {
  summary: texts('Resumo', 'Summary', 'Resumen'),
  shop: texts('Loja on-line', 'Online store', 'Tienda en línea', 'Loja online'),
  territories: texts('Territórios', 'Territories', 'Territorios'),
  people: texts('Vendedores', 'Salespeople', 'Vendedores'),
}

export const playlists = {
  lobby: {
    name: texts('Painel da recepção', 'Lobby screen', 'Pantalla de la recepción', 'Painel da receção'),
    description: texts(
      'Vendas e loja on-line na TV da entrada, em dias úteis.',
      'Sales and online store on the TV at the entrance, on working days.',
      'Ventas y tienda en línea en el televisor de la entrada, en días laborables.',
      'Vendas e loja online na televisão da entrada, em dias úteis.',
    ),
    screen: texts('TV da recepção', 'Lobby TV', 'Televisor de la recepción', 'Televisão da receção'),
  },
  meeting: {
    name: texts('Reunião de segunda-feira', 'Monday meeting', 'Reunión del lunes'),
    description: texts(
      'O que a equipe de vendas olha no começo da semana.',
      'What the sales team looks at when the week begins.',
      'Lo que el equipo de ventas mira al comienzo de la semana.',
      'O que a equipa de vendas vê no início da semana.',
    ),
  },
}

export const app = {
  name: texts('Central de vendas', 'Sales hub', 'Central de ventas'),
  description: texts(
    'Os números de vendas, o painel da recepção e os links que a equipe usa.',
    'The sales figures, the lobby screen and the links that the team uses.',
    'Las cifras de ventas, la pantalla de la recepción y los enlaces que usa el equipo.',
    'Os números de vendas, o painel da receção e as ligações que a equipa usa.',
  ),
  figures: texts('Números', 'Figures', 'Cifras'),
  shop: texts('Loja on-line', 'Online store', 'Tienda en línea', 'Loja online'),
  more: texts('Para consultar', 'Reference', 'Consulta'),
  map: texts('Mapa das lojas', 'Map of the stores', 'Mapa de las tiendas'),
  link: texts('Sobre os dados (Microsoft)', 'About the data (Microsoft)', 'Sobre los datos (Microsoft)'),
  guide: texts('Como ler os números', 'How to read the figures', 'Cómo leer las cifras'),
  guideHtml: texts(
    '<h2>Como ler os números</h2><p>As vendas estão em dólares, sem impostos. A margem é o lucro dividido pelas vendas.</p><ul><li>Cada vendedor vê as próprias vendas.</li><li>Gerentes veem as vendas da equipe.</li></ul>',
    '<h2>How to read the figures</h2><p>Sales are in US dollars, without taxes. The margin is the profit divided by the sales.</p><ul><li>Salespeople see their own sales.</li><li>Managers see the sales of their team.</li></ul>',
    '<h2>Cómo leer las cifras</h2><p>Las ventas están en dólares, sin impuestos. El margen es el beneficio dividido entre las ventas.</p><ul><li>Cada vendedor ve sus propias ventas.</li><li>Los gerentes ven las ventas de su equipo.</li></ul>',
    '<h2>Como ler os números</h2><p>As vendas estão em dólares, sem impostos. A margem é o lucro a dividir pelas vendas.</p><ul><li>Cada vendedor vê as próprias vendas.</li><li>Os gerentes veem as vendas da equipa.</li></ul>',
  ),
}

export const external = {
  name: texts('Mapa das lojas', 'Map of the stores', 'Mapa de las tiendas'),
  description: texts(
    'Onde ficam as nossas lojas, no OpenStreetMap.',
    'Where our stores are, on OpenStreetMap.',
    'Dónde están nuestras tiendas, en OpenStreetMap.',
    'Onde ficam as nossas lojas, no OpenStreetMap.',
  ),
}

export const tags = [
  { name: texts('Mensal', 'Monthly', 'Mensual'), color: 'blue' },
  { name: texts('Diretoria', 'Management', 'Dirección', 'Direção'), color: 'violet' },
] as const

export const savedView = texts('Ano de 2013', 'Year 2013', 'Año 2013', 'Ano de 2013')

export const comments = [
  texts(
    'O pico de junho vem das bicicletas de estrada. Vale abrir a página de categorias.',
    'The peak in June comes from road bikes. The page with the categories shows it.',
    'El pico de junio viene de las bicicletas de carretera. Conviene abrir la página de categorías.',
    'O pico de junho vem das bicicletas de estrada. Vale a pena abrir a página de categorias.',
  ),
  texts(
    'Obrigado! Levo isto para a reunião de segunda.',
    'Thank you! I will take this to the meeting on Monday.',
    '¡Gracias! Lo llevo a la reunión del lunes.',
    'Obrigado! Levo isto para a reunião de segunda-feira.',
  ),
]

export const catalog = texts(
  'Vendas por mês, canal e região. Peça acesso se o seu trabalho depende do total da empresa.',
  'Sales by month, channel and region. Request access if your work depends on the total of the company.',
  'Ventas por mes, canal y región. Solicite acceso si su trabajo depende del total de la empresa.',
  'Vendas por mês, canal e região. Peça acesso se o seu trabalho depende do total da empresa.',
)

export const requests = {
  waiting: texts(
    'Preciso comparar as minhas vendas com o total da empresa para a visita a um cliente.',
    'I need to compare my sales with the total of the company for the visit to a customer.',
    'Necesito comparar mis ventas con el total de la empresa para visitar a un cliente.',
    'Preciso de comparar as minhas vendas com o total da empresa para a visita a um cliente.',
  ),
  denied: texts(
    'Gostaria de ver as margens dos produtos.',
    'I would like to see the margins of the products.',
    'Quisiera ver los márgenes de los productos.',
  ),
  answer: texts(
    'As margens são só da área de produtos. O desempenho de revendas tem o que você precisa.',
    'The margins are for the product team only. Reseller performance has what you need.',
    'Los márgenes son solo del equipo de productos. El rendimiento de los distribuidores tiene lo que necesita.',
    'As margens são só da área de produtos. O desempenho dos revendedores tem o que precisa.',
  ),
}

export const maintenance = [
  {
    name: texts('Carga de domingo', 'Sunday load', 'Carga del domingo', 'Carga de domingo'),
    message: texts(
      'Os dados são carregados aos domingos das 2h às 4h. Volte depois das 4h.',
      'The data is loaded on Sundays from 2 to 4 a.m. Come back after 4 a.m.',
      'Los datos se cargan los domingos de 2 a 4. Vuelva después de las 4.',
      'Os dados são carregados aos domingos das 2h às 4h. Volte depois das 4h.',
    ),
  },
  {
    name: texts('Novo modelo de vendas', 'New sales model', 'Nuevo modelo de ventas'),
    message: texts(
      'Trocamos o modelo de vendas. Os relatórios voltam no mesmo dia às 9h.',
      'We are replacing the sales model. The reports are back at 9 a.m. on the same day.',
      'Cambiamos el modelo de ventas. Los informes vuelven el mismo día a las 9.',
      'Substituímos o modelo de vendas. Os relatórios voltam no mesmo dia às 9h.',
    ),
  },
]

export const messages = [
  {
    title: texts(
      'Novo relatório: Produtos',
      'New report: Products',
      'Nuevo informe: Productos',
      'Novo relatório: Produtos',
    ),
    body: texts(
      '<p>O relatório <strong>Produtos</strong> está no portal, com categorias, margens e os mais vendidos.</p><p>Dúvidas? Abra um chamado na central de ajuda.</p>',
      '<p>The report <strong>Products</strong> is in the portal, with categories, margins and best-sellers.</p><p>Questions? Open a ticket at the help desk.</p>',
      '<p>El informe <strong>Productos</strong> está en el portal, con categorías, márgenes y los más vendidos.</p><p>¿Preguntas? Abra un ticket en la mesa de ayuda.</p>',
      '<p>O relatório <strong>Produtos</strong> está no portal, com categorias, margens e os mais vendidos.</p><p>Dúvidas? Abra um pedido no suporte.</p>',
    ),
  },
  {
    title: texts(
      'Fechamento do mês na sexta-feira',
      'Month-end closing on Friday',
      'Cierre del mes el viernes',
      'Fecho do mês na sexta-feira',
    ),
    body: texts(
      '<p>Lancem os pedidos até as 17h. Os números do mês aparecem no sábado de manhã.</p>',
      '<p>Enter your orders by 5 p.m. The figures of the month appear on Saturday morning.</p>',
      '<p>Registren los pedidos antes de las 17 h. Las cifras del mes aparecen el sábado por la mañana.</p>',
      '<p>Registem as encomendas até às 17h. Os números do mês aparecem no sábado de manhã.</p>',
    ),
  },
]

export const template = {
  subject: texts(
    'Seu acesso ao portal {{unit}}',
    'Your access to the portal {{unit}}',
    'Su acceso al portal {{unit}}',
    'O seu acesso ao portal {{unit}}',
  ),
  body: texts(
    '<p>Olá,</p><p>a equipe de dados criou o seu acesso ao portal de relatórios. <a href="{{link}}">Escolha a sua senha</a> para começar.</p><p>Equipe de dados</p>',
    '<p>Hello,</p><p>the data team has created your access to the reporting portal. <a href="{{link}}">Choose your password</a> to begin.</p><p>The data team</p>',
    '<p>Hola:</p><p>el equipo de datos ha creado su acceso al portal de informes. <a href="{{link}}">Elija su contraseña</a> para empezar.</p><p>El equipo de datos</p>',
    '<p>Olá,</p><p>a equipa de dados criou o seu acesso ao portal de relatórios. <a href="{{link}}">Escolha a sua palavra-passe</a> para começar.</p><p>Equipa de dados</p>',
  ),
}

export const terms = {
  use: {
    title: texts(
      'Termos de uso do portal',
      'Terms of use of the portal',
      'Términos de uso del portal',
      'Termos de utilização do portal',
    ),
    body: texts(
      '<p>Os relatórios deste portal são confidenciais. Não os envie a pessoas de fora da empresa.</p>',
      '<p>The reports of this portal are confidential. Do not send them to people outside the company.</p>',
      '<p>Los informes de este portal son confidenciales. No los envíe a personas ajenas a la empresa.</p>',
    ),
  },
  privacy: {
    title: texts('Aviso de privacidade', 'Privacy notice', 'Aviso de privacidad'),
    body: texts(
      '<p>O portal registra quem abre qual relatório e quando, para medir o uso.</p>',
      '<p>The portal records who opens which report and when, to measure its use.</p>',
      '<p>El portal registra quién abre qué informe y cuándo, para medir el uso.</p>',
      '<p>O portal regista quem abre que relatório e quando, para medir a utilização.</p>',
    ),
  },
}

export const faq = [
  {
    question: texts(
      'Por que vejo só as minhas vendas?',
      'Why do I see only my own sales?',
      '¿Por qué veo solo mis ventas?',
      'Porque vejo só as minhas vendas?',
    ),
    answer: texts(
      '<p>Cada vendedor vê as próprias vendas; gerentes veem as da equipe. Está certo assim.</p>',
      '<p>Salespeople see their own sales; managers see those of their team. This is as it should be.</p>',
      '<p>Cada vendedor ve sus propias ventas; los gerentes ven las de su equipo. Es correcto así.</p>',
      '<p>Cada vendedor vê as próprias vendas; os gerentes veem as da equipa. Está certo assim.</p>',
    ),
  },
  {
    question: texts(
      'Quando os dados são atualizados?',
      'When is the data refreshed?',
      '¿Cuándo se actualizan los datos?',
      'Quando são atualizados os dados?',
    ),
    answer: texts(
      '<p>Em dias úteis às 6h e às 13h. A hora da última atualização está acima de cada relatório.</p>',
      '<p>On working days at 6 a.m. and 1 p.m. The time of the last refresh is above each report.</p>',
      '<p>En días laborables a las 6 y a las 13 h. La hora de la última actualización está sobre cada informe.</p>',
      '<p>Em dias úteis às 6h e às 13h. A hora da última atualização está acima de cada relatório.</p>',
    ),
  },
  {
    question: texts(
      'Como peço acesso a um relatório?',
      'How do I request access to a report?',
      '¿Cómo pido acceso a un informe?',
      'Como peço acesso a um relatório?',
    ),
    answer: texts(
      '<p>Abra o catálogo, escolha o relatório e diga para que precisa dele.</p>',
      '<p>Open the catalog, choose the report and say what you need it for.</p>',
      '<p>Abra el catálogo, elija el informe y diga para qué lo necesita.</p>',
    ),
  },
]

export const fields = {
  position: {
    name: texts('Cargo', 'Position', 'Cargo'),
    options: [
      texts('Diretoria', 'Director', 'Dirección', 'Direção'),
      texts('Gerência', 'Manager', 'Gerencia', 'Chefia'),
      texts('Análise', 'Analyst', 'Análisis'),
      texts('Vendas', 'Sales', 'Ventas'),
    ],
  },
  number: { name: texts('Matrícula', 'Employee number', 'Número de empleado', 'Número de funcionário') },
  since: { name: texts('Na empresa desde', 'With the company since', 'En la empresa desde') },
  /** A field of a partner has one name for all of its units, whatever their language. */
  erp: { name: 'ERP ID' },
}

export const shifts = [
  {
    name: texts('Horário comercial', 'Office hours', 'Horario de oficina', 'Horário de expediente'),
    hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: '07:00', to: '20:00' })),
  },
  {
    name: texts('Plantão de sábado', 'Saturday shift', 'Turno de sábado', 'Turno de sábado'),
    hours: [{ day: 6, from: '08:00', to: '13:00' }],
  },
]

export const userView = texts('Diretoria e administração', 'Administrators', 'Administradores', 'Administradores')
export const ticketView = texts('Em aberto', 'Still open', 'Por resolver', 'Por resolver')

/** Answers that repeat, with variables. */
export const cannedAnswers = [
  {
    name: texts('Recebemos', 'Received', 'Recibido'),
    text: texts(
      'Olá, {{person}}. Recebemos o chamado {{ticket}} e já estamos verificando. {{agent}}',
      'Hello {{person}}, we have your ticket {{ticket}} and are looking into it. {{agent}}',
      'Hola, {{person}}. Recibimos el ticket {{ticket}} y ya lo estamos revisando. {{agent}}',
      'Olá, {{person}}. Recebemos o pedido {{ticket}} e já estamos a verificar. {{agent}}',
    ),
  },
  {
    name: texts(
      'Dados atualizados pela manhã',
      'Data is refreshed in the morning',
      'Los datos se actualizan por la mañana',
    ),
    text: texts(
      'Os dados são atualizados todos os dias às 6h. O que foi registrado depois aparece no dia seguinte.',
      'The data is refreshed every day at 6 in the morning. What is entered later appears on the next day.',
      'Los datos se actualizan todos los días a las 6. Lo que se registra después aparece al día siguiente.',
      'Os dados são atualizados todos os dias às 6h. O que for registado depois aparece no dia seguinte.',
    ),
  },
]

/** Tickets from the newest to the oldest. `days`: how long ago it was opened. */
export const tickets = [
  {
    days: 1,
    status: 'open',
    priority: 'high',
    name: texts(
      'O total de novembro não confere com o meu controle',
      'The total of November differs from my own list',
      'El total de noviembre no coincide con mi lista',
      'O total de novembro não coincide com o meu registo',
    ),
    text: texts(
      'Na minha planilha tenho dois pedidos a mais. Vocês podem verificar?',
      'My sheet has two more orders. Could you check?',
      'En mi hoja hay dos pedidos más. ¿Pueden verificarlo?',
      'Na minha folha tenho mais duas encomendas. Podem verificar?',
    ),
    answers: [],
  },
  {
    days: 4,
    status: 'on_going',
    priority: 'medium',
    name: texts(
      'Incluir a margem no relatório de revendas',
      'Add the margin to the reseller report',
      'Incluir el margen en el informe de distribuidores',
    ),
    text: texts(
      'Nas reuniões sempre nos perguntam pela margem. Dá para colocar um cartão na primeira página?',
      'In meetings we are always asked for the margin. Could the first page have a card with it?',
      'En las reuniones siempre nos preguntan por el margen. ¿Puede haber una tarjeta en la primera página?',
      'Nas reuniões perguntam-nos sempre pela margem. Pode haver um cartão na primeira página?',
    ),
    answers: [
      {
        by: 'handler',
        status: 'on_going',
        text: texts(
          'Boa ideia. O modelo já tem a margem; incluímos o cartão na próxima publicação.',
          'Good idea. The model has the margin already; the card comes with the next publication.',
          'Buena idea. El modelo ya tiene el margen; la tarjeta llega con la próxima publicación.',
          'Boa ideia. O modelo já tem a margem; o cartão vem na próxima publicação.',
        ),
      },
      {
        by: 'asker',
        status: null,
        text: texts('Perfeito, obrigado!', 'Perfect, thank you!', '¡Perfecto, gracias!'),
      },
      {
        by: 'note',
        status: null,
        text: texts(
          'A medida está na tabela Revendas; pedir a quem publica que use o formato em percentual.',
          'The measure is in the table Reseller; ask the publisher for the percentage format.',
          'La medida está en la tabla Distribuidores; pedir a quien publica el formato de porcentaje.',
          'A medida está na tabela Revendas; pedir a quem publica o formato em percentagem.',
        ),
      },
    ],
  },
  {
    days: 12,
    status: 'closed',
    priority: 'low',
    name: texts('Como imprimo um relatório?', 'How do I print a report?', '¿Cómo imprimo un informe?'),
    text: texts(
      'Preciso levar a página de territórios em papel.',
      'I need the page with the territories on paper.',
      'Necesito llevar en papel la página de territorios.',
      'Preciso de levar a página de territórios em papel.',
    ),
    answers: [
      {
        by: 'handler',
        status: 'closed',
        text: texts(
          'Abra o relatório e escolha Imprimir no menu de mais opções. A página fica na orientação certa.',
          'Open the report and choose Print in the menu with more options. The page has the right orientation.',
          'Abra el informe y elija Imprimir en el menú de más opciones. La página sale con la orientación correcta.',
          'Abra o relatório e escolha Imprimir no menu de mais opções. A página fica com a orientação certa.',
        ),
      },
    ],
  },
] as const

export const trigger = texts('Segunda-feira cedo', 'Early on Mondays', 'Lunes temprano', 'Segunda-feira cedo')

/** The columns of the queries of tasks, as people read them in the condition. */
export const measures = {
  sales: texts('Vendas do último mês', 'Sales of the last month', 'Ventas del último mes'),
  profit: texts('Lucro', 'Profit', 'Beneficio'),
}

export const tasks = {
  below: {
    name: texts(
      'Vendas abaixo da meta',
      'Sales below target',
      'Ventas por debajo del objetivo',
      'Vendas abaixo do objetivo',
    ),
    message: texts(
      'As vendas do último mês por revendas somam US$ {{value}}, abaixo da meta de US$ 3,5 milhões.',
      'Last month’s sales through resellers are US$ {{value}}, below the target of US$ 3.5 million.',
      'Las ventas del último mes por distribuidores suman US$ {{value}}, por debajo del objetivo de US$ 3,5 millones.',
      'As vendas do último mês por revendas somam US$ {{value}}, abaixo do objetivo de US$ 3,5 milhões.',
    ),
  },
  countries: {
    name: texts('Países com prejuízo alto', 'Countries with a large loss', 'Países con pérdidas altas'),
    message: texts(
      '{{count}} países têm prejuízo acima de US$ 200 mil.',
      '{{count}} countries have a loss above US$ 200 thousand.',
      '{{count}} países tienen pérdidas de más de US$ 200 mil.',
    ),
  },
}

export const scheduledExport = texts(
  'Revendas na segunda-feira',
  'Resellers on Mondays',
  'Distribuidores los lunes',
  'Revendas à segunda-feira',
)

export const importFile = texts('novos-colegas.csv', 'new-colleagues.csv', 'nuevos-colegas.csv', 'novos-colegas.csv')
export const importHeadings = [
  texts('Nome', 'Name', 'Nombre'),
  texts('E-mail', 'E-mail', 'Correo electrónico'),
  texts('Departamento', 'Department', 'Departamento'),
]

/** What partners and the platform write. */
export const broadcasts = {
  past: {
    name: 'Novo endereço do suporte',
    message: texts(
      '<p>O suporte do portal atende agora também aos sábados, das 8h às 13h.</p>',
      '<p>The support of the portal now also answers on Saturdays, from 8 a.m. to 1 p.m.</p>',
      '<p>El soporte del portal atiende ahora también los sábados, de 8 a 13 h.</p>',
      '<p>O suporte do portal atende agora também aos sábados, das 8h às 13h.</p>',
    ),
  },
  planned: {
    name: 'Manutenção de fim de semana',
    message: texts(
      '<p>No próximo fim de semana o portal fica em manutenção no domingo, das 2h às 4h.</p>',
      '<p>Next weekend the portal is in maintenance on Sunday, from 2 to 4 a.m.</p>',
      '<p>El próximo fin de semana el portal estará en mantenimiento el domingo, de 2 a 4 h.</p>',
      '<p>No próximo fim de semana o portal fica em manutenção no domingo, das 2h às 4h.</p>',
    ),
  },
}

export const management = [
  {
    source: 'people',
    title: texts('Pessoas e acessos', 'People and access', 'Personas y accesos'),
    description: texts(
      'Quem entrou no portal e quem ainda não o usou.',
      'Who has signed in to the portal and who has not used it yet.',
      'Quién ha entrado en el portal y quién aún no lo ha usado.',
    ),
  },
  {
    source: 'costs',
    title: texts('Custos do portal', 'Costs of the portal', 'Costos del portal'),
    description: texts(
      'As faturas por mês, com as pessoas que contam nelas.',
      'The bills by month, with the people who count on them.',
      'Las facturas por mes, con las personas que cuentan en ellas.',
    ),
  },
]

export const platformFaq = {
  question: texts(
    'Como instalo o portal no telefone?',
    'How do I install the portal on a phone?',
    '¿Cómo instalo el portal en el teléfono?',
    'Como instalo o portal no telemóvel?',
  ),
  answer: texts(
    '<p>Abra o portal no navegador do telefone e escolha “Adicionar à tela de início”.</p>',
    '<p>Open the portal in the browser of the phone and choose “Add to home screen”.</p>',
    '<p>Abra el portal en el navegador del teléfono y elija «Añadir a pantalla de inicio».</p>',
    '<p>Abra o portal no navegador do telemóvel e escolha «Adicionar ao ecrã principal».</p>',
  ),
}
