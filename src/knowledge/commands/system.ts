/**
 * Shell builtins that only print, and programs that tell about or act on the system.
 */
import type { Grammar } from "../grammar.ts"

const bare: Grammar = { reads: true, operands: "" }

export const system: Readonly<Record<string, Grammar>> = {
  pwd: { reads: true, options: "-L -P --logical --physical", operands: "" },
  echo: { reads: true, anyOption: true, lenient: true, options: "-neE", operands: "text*" },
  true: { reads: true, anyOption: true, lenient: true, operands: "text*" },
  false: { reads: true, anyOption: true, lenient: true, operands: "text*" },
  ":": { reads: true, anyOption: true, lenient: true, operands: "text*" },
  sleep: { reads: true, operands: "text*" },
  seq: { reads: true, options: "-w -f= -s= -t= --equal-width --format= --separator= -#", operands: "text text? text?" },
  expr: { reads: true, anyOption: true, lenient: true, operands: "text*" },
  yes: { reads: true, anyOption: true, lenient: true, operands: "text*" },
  which: { reads: true, options: "-a -s --all", operands: "text*" },
  whereis: { reads: true, options: "-b -m -s -u", operands: "text*" },
  type: { reads: true, options: "-afptP", operands: "text*" },
  help: { reads: true, options: "-dms", operands: "text*" },
  whoami: { ...bare, options: "--help --version" },
  logname: bare,
  groups: { reads: true, operands: "text*" },
  id: { reads: true, options: "-aAFGgnPpruZz --group --groups --name --real --user --zero", operands: "text*" },
  users: bare,
  who: { reads: true, options: "-abdHlmpqrsTtuw --all --boot --heading --login --count", operands: "" },
  uname: {
    reads: true,
    options: "-amnoprsvi --all --kernel-name --nodename --machine --operating-system",
    operands: ""
  },
  arch: bare,
  nproc: { reads: true, options: "--all --ignore=", operands: "" },
  tty: { reads: true, options: "-s", operands: "" },
  uptime: { reads: true, options: "-p -s --pretty --since", operands: "" },
  free: { reads: true, options: "-bkmghtwl -s= -c= --human --total --wide", operands: "" },
  vmstat: { reads: true, options: "-adfmnstw", operands: "text? text?" },
  lscpu: { reads: true, options: "-ae -J --json", operands: "" },
  lsblk: { reads: true, options: "-abdfilmnoprStJP -o= --json --output=", operands: "names*" },
  // An operand sets the name.
  hostname: {
    reads: true,
    options: "-aAdfiIs --alias --domain --fqdn --long --ip-address --all-ip-addresses --short",
    operands: "!text?"
  },
  // An operand without a plus sets the clock: see the operands' own test.
  date: {
    reads: true,
    options:
      "-u -R -d= -r=names -I[=] -j -v= --utc --universal --rfc-email --rfc-2822 --iso-8601[=] --rfc-3339= --date= --reference=names --help --version --debug !-s= !--set= !-f=read !--file=read",
    operands: "text*"
  },
  cal: { reads: true, options: "-1 -3 -h -j -m= -y -w -s", operands: "text? text?" },
  ncal: { reads: true, options: "-1 -3 -h -j -m= -y -w -s", operands: "text? text?" },
  // `e` among the letters of the BSD form prints environments.
  ps: {
    reads: true,
    options:
      "-AadefFHjLlMNTVwy -C= -G= -g= -o= -O= -p= -q= -s= -t= -u= -U= --pid= --ppid= --sort= --user= --no-headers --headers --forest --format=",
    operands: "text?"
  },
  pgrep: { reads: true, options: "-acfilLnovwx -d= -F=read -G= -g= -P= -s= -t= -u= -U=", operands: "text?" },
  // A stack of directories and what it prints say nothing that pwd does not.
  dirs: { reads: true, options: "-lpv", operands: "" },
  jobs: { reads: true, options: "-lnprs", operands: "text*" },
  times: bare,
  wait: { reads: true, options: "-n -f", operands: "text*" },
  exit: { reads: true, operands: "text?" },
  return: { reads: true, operands: "text?" },
  break: { reads: true, operands: "text?" },
  continue: { reads: true, operands: "text?" },
  tput: { reads: true, options: "-T=", operands: "text*" },
  clear: bare,
  getconf: { reads: true, options: "-a", operands: "text*" },
  locale: { reads: true, options: "-a -m -c -k", operands: "text*" },
  umask: { does: "changes what permissions new files have", options: "-p -S", operands: "text?" },
  ulimit: { does: "changes limits", options: "-SHabcdefiklmnpqrstuvxPT", operands: "text*" },
  kill: { does: "ends processes", options: "-l -L -q= -s= -n= --signal= --list", lenient: true, operands: "text*" },
  pkill: { does: "ends processes", lenient: true, options: "-F=read --pidfile=read", operands: "text*" },
  killall: { does: "ends processes", lenient: true, operands: "text*" },
  man: {
    does: "may run a browser or a formatter the environment names",
    options: "-a -f -k -w -W -K -l -C=read -M=read !!-P=shell -S= -s= --all --where --path --html[=] !!--pager=shell",
    operands: "text*"
  },
  less: {
    does: "can run commands and write files from its prompt",
    options: "-eEFgiIJLmMnNqQrRsSuUVwWXK~ -b= -h= -j= -k=read -o=write -O=write -p= -P= -t= -T=read -x= -y= -z= -#",
    operands: "read*"
  },
  more: { does: "can run commands from its prompt", options: "-cdeflpsu -n= -#", operands: "read*" },
  open: { does: "starts the program a file belongs to", lenient: true, operands: "any*" },
  "xdg-open": { does: "starts the program a file belongs to", operands: "any*" },
  mount: {
    does: "mounts file systems",
    unsettles: "anything",
    options: "-afilnrvw -t= -o= -O= -L= -U= --bind --rbind --types= --options=",
    operands: "any*"
  },
  umount: { does: "unmounts file systems", unsettles: "anything", options: "-adflnrv", operands: "any*" },
  history: {
    does: "may change the shell's history",
    options: "-c -d= -a=write -n=read -r=read -w=write -p -s",
    operands: "any*"
  }
}
