export default {
  title: 'Entrar',
  at: 'em {{unit}}',
  email: 'E-mail',
  password: 'Senha',
  showPassword: 'Mostrar a senha',
  submit: 'Entrar',
  throttled: 'Muitas tentativas sem sucesso.',
  retryIn: 'Você pode tentar de novo em {{time}}.',
  retryNow: 'Já pode tentar de novo.',
  whomToAsk: 'Se esqueceu a senha, peça outra a quem administra a sua unidade de negócio.',
  panel: {
    title: 'Seus relatórios, em boa luz.',
    text: 'Um lugar calmo para ler o que importa: cada pessoa vê as próprias linhas, sempre atualizadas.',
  },
  domain: {
    title: 'Este endereço não é de ninguém',
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
  },
  toSignIn: 'Ir para a entrada',
  first: {
    title: 'Primeira conta da plataforma',
    text: 'Esta conta opera a plataforma inteira. O link vale uma única vez.',
    name: 'Nome',
    passwordHelp: 'Pelo menos 8 caracteres. Uma frase longa é melhor que símbolos.',
    submit: 'Criar a conta',
    done: 'Conta criada. Agora é só entrar.',
  },
}
