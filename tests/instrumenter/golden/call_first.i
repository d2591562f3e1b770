# 1 "first.c"
void _exit(int);
int main(void){_exit(1);}
