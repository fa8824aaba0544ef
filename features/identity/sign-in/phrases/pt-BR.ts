export default {
  title: 'Entrar',
  at: 'em {{unit}}',
  field: { email: 'E-mail', password: 'Senha' },
  showPassword: 'Mostrar a senha',
  submit: 'Entrar',
  forgot: 'Esqueci a senha',
  passkey: {
    or: 'ou',
    use: 'Usar uma chave de acesso',
    none: 'Nenhuma chave de acesso foi usada. Entre com e-mail e senha, ou tente de novo.',
  },
  enterWith: 'Entrar com {{name}}',
  register: { without: 'Ainda não tem conta?', link: 'Cadastre-se' },
  throttled: 'Muitas tentativas sem sucesso.',
  retryIn: 'Você pode tentar de novo em {{time}}.',
  retryNow: 'Já pode tentar de novo.',
  whomToAsk: 'Se esqueceu a senha, peça um link em “Esqueci a senha”.',
  panel: {
    title: 'Seus relatórios, em boa luz.',
    text: 'Um lugar calmo para ler o que importa: cada pessoa vê as próprias linhas, sempre atualizadas.',
  },
  domain: {
    title: 'Endereço não encontrado',
    text: 'Nenhuma unidade de negócio atende em {{host}}. Confira o endereço que você recebeu ou fale com quem o enviou.',
  },
  address: {
    title: 'Acesso não permitido deste local',
    text: 'IP não permitido!',
    advice:
      'Sua unidade de negócio só aceita conexões de redes conhecidas. Se você deveria ter acesso daqui, informe este endereço ao administrador.',
  },
  popup: {
    title: 'O navegador bloqueou a janela',
    text: 'Permita janelas pop-up para este site e tente de novo. O aviso costuma ficar ao lado da barra de endereço.',
    how: 'Escolha o seu navegador e siga os passos. Depois, volte e tente de novo.',
    yours: 'Seu navegador',
    blocker: 'Um bloqueador de anúncios também pode barrar a janela: desligue-o para este site.',
    steps: {
      chrome:
        'No computador: clique no ícone de janela bloqueada à direita da barra de endereço, escolha “Sempre permitir pop-ups” e clique em Concluído. No celular: menu ⋮ › Configurações › Configurações do site › Pop-ups e redirecionamentos.',
      edge: 'Clique no ícone de janela bloqueada na barra de endereço, escolha “Sempre permitir” e recarregue a página. Em todas as janelas: Configurações › Cookies e permissões do site › Pop-ups e redirecionamentos.',
      firefox:
        'Na faixa amarela no alto da página, abra Opções (ou Preferências) e escolha permitir pop-ups deste site. Em todas as janelas: Configurações › Privacidade e segurança › Permissões.',
      safari:
        'No Mac: Safari › Ajustes › Sites › Janelas pop-up, e escolha Permitir para este site. No iPhone e no iPad: Ajustes › Apps › Safari, e desligue Bloquear Pop-ups.',
      opera: 'Clique no ícone de janela bloqueada na barra de endereço e escolha permitir pop-ups deste site.',
    },
  },
  toFaq: 'Perguntas frequentes',
  toSignIn: 'Ir para o login',
  toPortal: 'Voltar ao portal',
  first: {
    title: 'Primeira conta da plataforma',
    text: 'Esta conta opera a plataforma inteira. O link vale uma única vez.',
    name: 'Nome',
    passwordHelp: 'Pelo menos 8 caracteres. Uma frase longa é melhor que símbolos.',
    submit: 'Criar a conta',
    done: 'Conta criada. Agora é só entrar.',
  },
}
