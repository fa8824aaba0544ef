export default {
  title: 'Seus dados',
  purpose: 'Uma cópia de tudo o que o portal guarda sobre você nesta unidade, em JSON e CSV, com seus arquivos.',
  request: 'Pedir uma cópia dos meus dados',
  requested: 'Pedido recebido. Você será avisado quando o arquivo estiver pronto.',
  own: 'Seus dados',
  since: 'Pedida em {{at}}',
  until: 'Disponível até {{at}}, para um único download',
  download: 'Baixar',
  downloadOf: 'Baixar a cópia dos dados de {{name}}',
  state: {
    waiting: 'Em preparação',
    ready: 'Pronta',
    failed: 'Não foi possível preparar a cópia. Peça outra.',
    downloaded: 'Já baixada',
  },
}
